// Lists the legal moves of a position in C++, in the variant's own notation:
//     c++ moves.cpp $(pkg-config --cflags --libs grimoire) -o moves && ./moves atomic
#include <grimoire.h>

#include <iostream>
#include <memory>

int main(int argc, char **argv) {
    if (argc != 2 && argc != 3) {
        std::cerr << "usage: moves VARIANT [FEN]\n";
        return 2;
    }
    std::unique_ptr<GrVariants, decltype(&gr_variants_close)> variants(gr_variants_open(), gr_variants_close);
    const GrRules *rules = variants ? gr_variants_find(variants.get(), argv[1]) : nullptr;
    if (!rules) {
        std::cerr << "moves: there is no variant '" << argv[1] << "'\n";
        return 2;
    }
    GrPosition pos;
    gr_start(rules, &pos);
    GrFaults faults = {};
    if (argc == 3 && gr_fen_read(rules, argv[2], &pos, &faults)) {
        std::cerr << "moves: column " << faults.fault[0].column << ": " << faults.fault[0].text << "\n";
        return 2;
    }
    std::unique_ptr<GrMoveList> list(new GrMoveList);
    gr_moves(&pos, list.get());
    for (unsigned i = 0; i < list->count; i++) {
        char san[GR_SAN_SIZE];
        gr_san_write(&pos, list->move[i], san);
        std::cout << san << "\n";
    }
    return 0;
}
