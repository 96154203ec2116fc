/* How the pieces look: one drawing for each piece name, in a square of 100 by 100.
 *
 * A drawing is SVG without colours. Bodies take fill and stroke from the group that uses the
 * drawing, so that one drawing serves both sides; inner lines and eyes take its `color`, which
 * stands out from the fill. A piece whose powers are two others' looks like the two of them: the
 * chancellor is a knight in a tower, the sorcerer a knight with the magician's hat.
 */
#include "notation/write/svg_pieces.h"

#include <stdbool.h>
#include <string.h>

#define BODY(d) "<path d='" d "'/>"
#define LINE(d) "<path fill='none' stroke='currentColor' stroke-width='3' d='" d "'/>"
#define SPOT(d) "<path fill='currentColor' stroke='none' d='" d "'/>"
#define CORD(d) "<path fill='none' d='" d "'/>"
#define BALL(x, y, r) "<circle cx='" x "' cy='" y "' r='" r "'/>"
#define EYE(x, y, r) "<circle fill='currentColor' stroke='none' cx='" x "' cy='" y "' r='" r "'/>"
#define BASE BODY("M23 91v-5q0-8 9-9h36q9 1 9 9v5z")

static const struct {
    const char *name, *drawing;
} PIECES[] = {
    {"Pawn",
     BODY("M41 48C41 62 35 71 27 78H73C65 71 59 62 59 48Z")
     BODY("M36 43h28q4 0 4 4t-4 4H36q-4 0-4-4t4-4z")
     BALL("50", "30", "14")
     BASE},
    {"LPawn",
     BODY("M41 48C41 62 35 71 27 78H73C65 71 59 62 59 48Z")
     BODY("M36 43h28q4 0 4 4t-4 4H36q-4 0-4-4t4-4z")
     BODY("M50 13L64 29L50 44L36 29Z")
     BASE
     LINE("M38 64H62M44 29H56")},
    {"Rook",
     BODY("M34 40L31 78H69L66 40Z")
     BODY("M24 15h11v7h9v-7h12v7h9v-7h11v18l-9 9H33l-9-9z")
     BASE
     LINE("M36 42H64M34 68H66")},
    {"Bishop",
     BODY("M42 60C41 68 36 74 29 78H71C64 74 59 68 58 60Z")
     BODY("M50 17C62 25 70 36 67 48C66 53 63 57 59 60H41C37 57 34 53 33 48"
          "C30 36 38 25 50 17Z")
     BALL("50", "13", "5")
     BASE
     LINE("M50 30V48M42 38H58M38 60H62")},
    {"Knight",
     BODY("M74 80C80 52 75 28 58 19L54 9L47 18L40 12L39 23C31 30 25 42 16 53"
          "C15 60 19 65 25 65C29 65 31 62 34 59C41 59 46 57 50 52C51 62 34 66 30 80Z")
     BASE
     EYE("40", "34", "2.8")
     LINE("M60 27C70 36 74 54 70 72M21 55l3-3M50 52C54 48 55 44 55 41")},
    {"King",
     BODY("M42 58C41 67 36 74 29 78H71C64 74 59 67 58 58Z")
     BODY("M46 6h8v6h6v7h-6v8h-8v-8h-6v-7h6z")
     BODY("M50 27C56 22 76 22 78 36C79 44 71 51 66 58H34C29 51 21 44 22 36"
          "C24 22 44 22 50 27Z")
     BASE
     LINE("M50 30V56M33 52C27 46 26 37 34 33M67 52C73 46 74 37 66 33M36 64H64")},
    {"Queen",
     BODY("M42 58C41 67 36 74 29 78H71C64 74 59 67 58 58Z")
     BODY("M33 60L17 28L35 42L36 19L50 40L64 19L65 42L83 28L67 60Z")
     BALL("16", "26", "5")
     BALL("35", "16", "5")
     BALL("65", "16", "5")
     BALL("84", "26", "5")
     BASE
     LINE("M35 53Q50 49 65 53M36 65H64")},
    {"Duke",
     BODY("M40 60C39 68 36 74 29 78H71C64 74 61 68 60 60Z")
     BODY("M28 46C22 42 20 34 24 29C28 25 34 28 34 33C36 27 44 24 43 18C43 12 57 12 57 18"
          "C56 24 64 27 66 33C66 28 72 25 76 29C80 34 78 42 72 46Z")
     BODY("M27 46h46v12q0 3-3 3H30q-3 0-3-3z")
     BASE
     LINE("M50 26V40")
     EYE("36", "53.5", "2.6")
     EYE("50", "53.5", "2.6")
     EYE("64", "53.5", "2.6")},
    {"Cardinal",
     BODY("M42 46C41 60 37 72 29 78H71C63 72 59 60 58 46Z")
     BODY("M32 36C30 20 40 13 50 13C60 13 70 20 68 36Z")
     BODY("M50 32C66 32 88 35 88 40C88 45 66 48 50 48C34 48 12 45 12 40C12 35 34 32 50 32"
          "Z")
     CORD("M20 45V56M80 45V56")
     BODY("M20 54L26 68H14ZM80 54L86 68H74Z")
     BASE
     LINE("M50 54V68M44 60H56M36 31Q50 27 64 31")},
    {"Wizard",
     BODY("M29 54C25 72 36 80 50 93C64 80 75 72 71 54Z")
     BODY("M62 6C50 11 37 30 30 53H70C69 42 65 28 55 21C60 20 66 14 62 6Z")
     BODY("M50 45C68 45 87 50 87 55C87 60 68 63 50 63C32 63 13 60 13 55C13 50 32 45 50 45"
          "Z")
     LINE("M40 73C44 68 49 69 50 73C51 69 56 68 60 73M50 79V86")
     SPOT("M49 25l2.6 5.5 6 .7-4.4 4.1 1.2 5.9-5.4-3-5.4 3 1.2-5.9-4.4-4.1 6-.7z")},
    {"Magician",
     BODY("M12 88L76 12l6 5L18 93z")
     BODY("M30 20Q50 13 70 20L66 66H34Z")
     BODY("M50 60C68 60 84 62 86 67C86 75 66 80 50 80C34 80 14 75 14 67C16 62 32 60 50 60"
          "Z")
     LINE("M33 52Q50 58 67 52M34 62Q50 68 66 62")},
    {"Chancellor",
     BODY("M63 60C72 42 67 20 55 13L52 5L46 12L41 8L40 16C33 22 28 31 20 39"
          "C19 45 23 49 28 49C31 49 34 46 36 44C41 44 45 43 48 39C48 47 38 52 36 60Z")
     BODY("M24 53h11v6h10v-6h10v6h10v-6h11v15l-8 6L70 80H30L32 74L24 68z")
     BASE
     EYE("40", "24", "2.6")
     LINE("M55 20C61 28 63 38 61 48M33 74H67")},
    {"Archbishop",
     BODY("M63 60C72 42 67 20 55 13L52 5L46 12L41 8L40 16C33 22 28 31 20 39"
          "C19 45 23 49 28 49C31 49 34 46 36 44C41 44 45 43 48 39C48 47 38 52 36 60Z")
     BODY("M24 63C24 52 40 56 50 50C60 56 76 52 76 63C76 71 70 74 69 80H31C30 74 24 71 24 63Z")
     BASE
     EYE("40", "24", "2.6")
     LINE("M55 20C61 28 63 38 61 48M50 58V76M43 64H57")},
    {"Warlock",
     BODY("M24 50h52v19l-8 6L70 80H30L32 75L24 69z")
     LINE("M33 75H67M36 62V68M50 62V68M64 62V68")
     BODY("M34 13Q50 6 66 13L63 43H37Z")
     BODY("M50 39C67 39 79 42 80 46C80 53 66 56 50 56C34 56 20 53 20 46C21 42 33 39 50 39"
          "Z")
     BASE
     LINE("M37 35Q50 39 63 35")},
    {"Sorcerer",
     BODY("M72 80C78 64 76 46 62 36L45 34L41 36C33 42 26 50 18 59C17 66 21 70 27 70"
          "C31 70 33 67 36 64C42 64 47 62 51 58C52 67 38 70 33 80Z")
     BODY("M37 11Q50 2 66 9L65 30L39 33Z")
     BODY("M26 37C28 33 42 31 53 29.500C65 28 76 28 79 31C80 36 68 40 54 41.5"
          "C40 43 27 42 26 37Z")
     BASE
     EYE("42", "49", "2.8")
     LINE("M62 45C69 53 71 63 69 73M22 61l3-2M39 27Q52 30 65 24")},
    {"Dragon",
     BODY("M70 80L77 71L73 66L80 57L74 53L79 43L72 40L90 22C80 26 70 27 63 26L58 17L52 25"
          "C40 27 26 34 12 44C11 48 13 52 17 53L23 50L25 55L31 51L35 54C41 53 46 55 48 58"
          "L41 57L37 61L33 57L28 63L24 60C24 66 30 70 38 69C46 69 50 66 53 62"
          "C52 70 40 72 34 80Z")
     BASE
     EYE("46", "37", "3.2")
     LINE("M40 32L51 31M63 40C68 50 69 60 66 70M19 46l2-1.5")},
    {"Chariot",
     BODY("M10 74L44 63L46 69L12 80Z")
     BODY("M34 20C48 24 76 26 88 18C92 36 90 56 80 66H44C34 58 32 40 34 20Z")
     BALL("60", "68", "22")
     BALL("60", "68", "5")
     LINE("M60 51V62M60 74V85M43 68H54M66 68H77M48 56L55.8 63.800M64.2 72.200L72 80M48 80"
          "L55.8 72.200M64.2 63.800L72 56M37 31C52 35 76 36 87 30")},
    {"Archer",
     BODY("M37 78C33 62 36 48 46 43H58C70 48 73 62 75 78Z")
     BODY("M52 8C64 12 70 24 68 38C66 46 60 49 52 49C44 49 38 46 37 38C35 26 42 14 52 8Z")
     BASE
     LINE("M45 29C46 22 58 22 60 29C62 38 58 43 52.5 43C47 43 44 38 45 29Z")
     BODY("M33 10C14 22 8 36 8 48C8 60 14 74 33 86L35 82C20 72 14 60 14 48"
          "C14 36 20 24 35 14Z")
     CORD("M34 13V83")
     BODY("M2 48L12 42V46H58V50H12V54Z")},
    {"Giant",
     BODY("M14 80C8 58 16 44 34 41H66C84 44 92 58 86 80Z")
     BODY("M50 9C62 9 68 17 67 28C67 41 60 48 50 48C40 48 33 41 33 28C32 17 38 9 50 9Z")
     BODY("M12 91v-5q0-8 9-9h58q9 1 9 9v5z")
     LINE("M38 25L46 27M54 27L62 25M42 39Q50 36 58 39M30 60V76M70 60V76M50 56V66")},
    {"Hero",
     BODY("M40 58C39 68 36 74 29 78H71C64 74 61 68 60 58Z")
     BODY("M20 66C8 38 20 7 52 6C78 6 90 26 86 48L75 42C73 26 62 19 50 19"
          "C36 19 30 34 32 54Z")
     BODY("M50 17C66 17 75 29 74 44C73 55 70 62 65 67L57 63V47H43V63L35 67"
          "C30 62 27 55 26 44C25 29 34 17 50 17Z")
     BODY("M43 47H57V66H43Z")
     BASE
     LINE("M50 23V50M32 42H42M58 42H68")},
    {"Warrior",
     BODY("M80 6L88 22L83.5 25V88H76.5V25L72 22Z")
     BODY("M37 52C37 64 32 72 25 78H67C60 72 55 64 55 52Z")
     BODY("M46 14C57 21 62 31 62 40C61 50 55 55 46 55C37 55 31 50 30 40"
          "C30 31 35 21 46 14Z")
     BODY("M18 91v-5q0-8 9-9h38q9 1 9 9v5z")
     LINE("M31 38H61M46 38V47")},
};

const char *gr_svg_piece(const char *name) {
    for (size_t i = 0; i < sizeof PIECES / sizeof *PIECES; i++)
        if (!strcmp(PIECES[i].name, name))
            return PIECES[i].drawing;
    return NULL;
}

const char *gr_svg_piece_at(size_t n, const char **name) {
    bool any = n < sizeof PIECES / sizeof *PIECES;
    *name = any ? PIECES[n].name : NULL;
    return any ? PIECES[n].drawing : NULL;
}
