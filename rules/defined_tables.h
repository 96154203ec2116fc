/* The machine that runs games described in a file, part 2: making its tables. Internal to rules/. */
#ifndef GR_RULES_DEFINED_TABLES_H
#define GR_RULES_DEFINED_TABLES_H

#include "rules/defined.h"

static const int8_t line_step[LINES][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

/* As the side sees it. */
static GrWay turned(const GrWay *way, int side) {
    GrWay mine = *way;
    if (side == GR_BLACK) {
        mine.df = (int8_t)-mine.df;
        mine.dr = (int8_t)-mine.dr;
    }
    return mine;
}


/* A ride along a line of a queen, step by step. */
static bool is_slide(const GrWay *way) {
    return way->kind == GR_WAY_RIDE && abs(way->df) <= 1 && abs(way->dr) <= 1;
}

static bool is_odd(const GrWay *way) {
    return way->kind != GR_WAY_LEAP && !is_slide(way);
}

static void fill_lines(Machine *m, int sq) {
    for (int i = 0; i < 2 * LINES; i++) {
        const int8_t *step = line_step[i % LINES];
        int way = i < LINES ? 1 : -1;
        m->around[sq] |= (BB)gr_defined_ray(m->def, sq, way * step[0], way * step[1], 1);
    }
    for (int i = 0; i < LINES; i++) {
        int df = line_step[i][0], dr = line_step[i][1];
        m->line[sq][i].above = (BB)gr_defined_ray(m->def, sq, df, dr, GR_FAR);
        m->line[sq][i].below = (BB)gr_defined_ray(m->def, sq, -df, -dr, GR_FAR);
        for (int way = -1; way <= 1; way += 2) {
            BB ray = (BB)gr_defined_ray(m->def, sq, way * df, way * dr, GR_FAR), left = ray;
            while (left) {
                int to = bb_pop(&left);
                m->between[sq][to] = ray & (BB)gr_defined_ray(m->def, to, -way * df, -way * dr, GR_FAR);
            }
        }
    }
}

static void fill_board(Machine *m) {
    const GrDefinition *def = m->def;
    m->all = ~(BB)0 >> ((int)sizeof(BB) * 8 - m->squares);
    for (int sq = 0; sq < m->squares; sq++) {
        m->not_first_file |= sq % m->files > 0 ? BB_OF(sq) : 0;
        m->not_last_file |= sq % m->files < m->files - 1 ? BB_OF(sq) : 0;
        fill_lines(m, sq);
    }
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        m->doubles[side] = (BB)def->double_region[side] & m->all;
        m->triples[side] = (BB)def->triple_region[side] & m->all;
        m->promoting[side] = def->promotes_late ? 0 : (BB)def->promotion_region[side] & m->all;
        m->passing[side] = (BB)def->passing_region[side] & m->all;
    }
}

static BB region_of(const Machine *m, int side, int type) {
    BB region = (BB)m->def->piece[type].region[side];
    return region ? region & m->all : m->all;
}

/* A way that is a leap or a slide. */
static void add_plain(Machine *m, int side, int type, const GrWay *way) {
    Gait *gait = &m->gait[side][type];
    bool slide = is_slide(way), orth = way->df == 0 || way->dr == 0;
    BB region = region_of(m, side, type);
    if (slide) {
        gait->orth_move |= orth && (way->how & GR_WAY_MOVES);
        gait->diag_move |= !orth && (way->how & GR_WAY_MOVES);
        gait->orth_take |= orth && (way->how & GR_WAY_TAKES);
        gait->diag_take |= !orth && (way->how & GR_WAY_TAKES);
    }
    for (int sq = 0; sq < m->squares; sq++) {
        Go *go = &m->go[side][type][sq];
        bool here = (!(way->how & GR_WAY_FIRST) || bb_has(first_region(m, side, type), sq)) &&
                    gr_defined_goes(m->def, &m->def->piece[type], way, side, sq);
        BB to = here ? (BB)gr_defined_ray(m->def, sq, way->df, way->dr, slide ? way->range : 1) & region : 0;
        to &= (BB)gr_defined_ends(m->def, way);
        if (way->how & GR_WAY_MOVES)
            *(slide ? &go->slide_move : &go->leap_move) |= to;
        if (way->how & GR_WAY_TAKES)
            *(slide ? &go->slide_take : &go->leap_take) |= to;
    }
}

static void add_odd(Machine *m, int side, int type, const GrWay *way, Odd *odd) {
    Gait *gait = &m->gait[side][type];
    int range = way->kind == GR_WAY_LAME ? 1 : way->range;
    odd->kind = (GrWayKind)way->kind;
    odd->how = way->how;
    odd->up = way->dr * m->files + way->df > 0;
    m->shy |= way->kind == GR_WAY_SHY ? 1u << type : 0;
    gait->shy |= way->kind == GR_WAY_SHY;
    gait->odd_moves |= way->how & GR_WAY_MOVES;
    gait->odd_takes |= way->how & GR_WAY_TAKES;
    m->odd_takes[side] |= way->how & GR_WAY_TAKES;
    for (int sq = 0; sq < m->squares; sq++) {
        bool here = (!(way->how & GR_WAY_FIRST) || bb_has(first_region(m, side, type), sq)) &&
                    gr_defined_goes(m->def, &m->def->piece[type], way, side, sq);
        BB to = here ? (BB)gr_defined_ray(m->def, sq, way->df, way->dr, range) : 0;
        odd->target[sq] = to & region_of(m, side, type) & (BB)gr_defined_ends(m->def, way);
        odd->path[sq] = (BB)(way->kind == GR_WAY_LAME ? gr_defined_path(m->def, sq, way->df, way->dr)
                                                       : gr_defined_ray(m->def, sq, way->df, way->dr, GR_FAR));
        if (way->how & GR_WAY_TAKES)
            for (BB left = odd->target[sq]; left;)
                m->from[side][bb_pop(&left)][type].odd |= BB_OF(sq);
    }
}

/* What the type could do at all. */
static void note_reach(Machine *m, int side, int type) {
    const GrDefinedPiece *piece = &m->def->piece[type];
    for (int sq = 0; sq < m->squares; sq++) {
        BB any = 0, first = 0;
        for (int i = 0; i < piece->ways; i++) {
            GrWay way = turned(&piece->way[i], side);
            int range = way.kind == GR_WAY_LEAP || way.kind == GR_WAY_LAME ? 1 : way.range;
            BB to = (BB)(gr_defined_ray(m->def, sq, way.df, way.dr, range) & gr_defined_ends(m->def, &way));
            bool here = bb_has(first_region(m, side, type), sq);
            if (!gr_defined_goes(m->def, piece, &way, side, sq) || !(way.how & GR_WAY_MOVES) ||
                ((way.how & GR_WAY_FIRST) && !here))
                continue;
            *(way.how & GR_WAY_FIRST ? &first : &any) |= to;
        }
        if (piece->pawn)
            any = forward(m, BB_OF(sq), side);
        m->any[side][type][sq] = any;
        m->first[side][type][sq] = first & ~any;
        m->settled[side][type] |= any ? BB_OF(sq) : 0;
    }
}

static void fill_pawn(Machine *m, int side, int type) {
    int ahead = side == GR_WHITE ? 1 : -1;
    BB region = region_of(m, side, type);
    m->pawn = (unsigned)type;
    for (int sq = 0; sq < m->squares; sq++)
        m->go[side][type][sq].leap_take = region & (BB)(gr_defined_ray(m->def, sq, -1, ahead, 1) |
                                                        gr_defined_ray(m->def, sq, 1, ahead, 1));
}

/* Puts the odd ways where `odd` is; returns how many there are. */
static unsigned fill_type(Machine *m, int side, int type, Odd *odd) {
    const GrDefinedPiece *piece = &m->def->piece[type];
    Gait *gait = &m->gait[side][type];
    gait->odd = odd;
    for (int i = 0; i < piece->ways; i++) {
        GrWay way = turned(&piece->way[i], side);
        if (is_odd(&way))
            add_odd(m, side, type, &way, &odd[gait->odds++]);
        else
            add_plain(m, side, type, &way);
    }
    if (piece->pawn)
        fill_pawn(m, side, type);
    note_reach(m, side, type);
    gait->same = !piece->pawn;
    for (unsigned i = 0; i < gait->odds; i++)
        gait->same = gait->same && (odd[i].how & 3) == (GR_WAY_MOVES | GR_WAY_TAKES);
    for (int sq = 0; sq < m->squares; sq++) {
        const Go *go = &m->go[side][type][sq];
        gait->same = gait->same && go->leap_move == go->leap_take && go->slide_move == go->slide_take;
        for (BB left = go->leap_take; left;)
            m->from[side][bb_pop(&left)][type].leap |= BB_OF(sq);
        for (BB left = go->slide_take; left;)
            m->from[side][bb_pop(&left)][type].slide |= BB_OF(sq);
    }
    return gait->odds;
}

static void fill_promotions(Machine *m, int side) {
    const GrDefinition *def = m->def;
    for (int type = 1; type <= def->types; type++) {
        unsigned bit = 1u << type;
        if (def->promotions[side] & bit)
            m->promotion[side][m->promotions[side]++] = (uint8_t)type;
        m->promoters[side] |= def->piece[type].promotes[side] ? bit : 0;
        m->passers[side] |= def->piece[type].passes[side] || def->piece[type].pawn ? bit : 0;
        m->resetters[side] |= def->piece[type].resets[side] ? bit : 0;
    }
}

/* ---- promotion of pieces, and hands ---- */

static void fill_changes(Machine *m, bool held) {
    const GrDefinition *def = m->def;
    for (int type = 1; type <= def->types; type++) {
        const GrDefinedPiece *piece = &def->piece[type];
        m->held[type] = piece->base ? piece->base : (uint8_t)type;
        m->into[type] = piece->promoted ? piece->promoted : def->changes_back ? piece->base : 0;
        m->changers |= m->into[type] ? 1u << type : 0;
        m->leapers |= def->first_leaps && piece->betza[0] == 'F' && !piece->betza[1] ? 1u << type : 0;
        if (def->drops && (type != GR_KING || held) && (!piece->base || def->drops_promoted))
            m->droppers |= 1u << type;
    }
    m->carriers = def->carriers;
    for (int type = 1; type <= def->types; type++)
        m->risers |= def->rises[type] ? 1u << type : 0;
    m->givers = m->changers | m->carriers | m->risers | def->shooters | (def->returns ? ~0u : 0);
    for (int sq = 0; sq < m->squares; sq++) {
        m->column[sq % m->files] |= BB_OF(sq);
        m->first_rank |= sq < m->files ? BB_OF(sq) : 0;
        m->dark |= (sq % m->files + sq / m->files) % 2 ? 0 : BB_OF(sq);
    }
}

/* Kings that face each other: each is where a rook of the other would take it. */
static void fill_facing(Machine *m, int side) {
    for (int sq = 0; sq < m->squares; sq++)
        for (int line = 0; line < (m->def->flying_diagonals ? 4 : 2); line++)
            m->from[side][sq][GR_KING].slide |= m->line[sq][line].above | m->line[sq][line].below;
}

static void fill_drops(Machine *m, int side, int type) {
    const GrDefinition *def = m->def;
    int first = side == GR_WHITE ? 0 : m->squares - m->files;
    BB to = (BB)def->drop_region[side] & region_of(m, side, type);
    if (def->must_stay_mobile)
        to &= m->settled[side][type];
    if (def->piece[type].pawn && !def->drops_pawns_promoting)
        to &= ~m->promoting[side];
    for (int file = 0; def->piece[type].pawn && !def->drops_pawns_first && file < m->files; file++)
        to &= ~BB_OF(first + file);
    for (int sq = 0; (def->drops_first_rank >> type & 1) && sq < m->squares; sq++)
        if (sq / m->files != first / m->files)
            to &= ~BB_OF(sq);
    m->droppable[side][type] = to & m->all;
}

/* Spells, which attack as odd ways do: where a hole could come. */
static void fill_spells(Machine *m) {
    static const int8_t reach[8][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {2, 0}, {-2, 0}, {0, 2}, {0, -2}};
    m->casters = m->def->casters;
    m->odd_takes[GR_WHITE] |= 1;
    m->odd_takes[GR_BLACK] |= 1;
    for (int sq = 0; sq < m->squares; sq++)
        for (int i = 0; i < 8; i++) {
            m->casts[sq] |= (BB)gr_defined_ray(m->def, sq, reach[i][0], reach[i][1], 1);
            if (i >= 4)
                m->next[sq] |= (BB)gr_defined_ray(m->def, sq, reach[i][0] / 2, reach[i][1] / 2, 1);
        }
}

static BB span(int a, int b) {
    BB set = 0;
    for (int sq = a < b ? a : b; sq <= (a < b ? b : a); sq++)
        set |= BB_OF(sq);
    return set;
}

static void fill_castlings(Machine *m, const GrVariant *v) {
    for (int i = 0; i < v->castlings; i++) {
        const GrCastling *c = &v->castling[i];
        BB both = BB_OF(c->king_from) | BB_OF(c->rook_from);
        m->castle_empty[i] = (span(c->king_from, c->king_to) | span(c->rook_from, c->rook_to)) & ~both;
    }
}

static unsigned count_odd(const GrDefinition *def) {
    unsigned n = 0;
    for (int type = 1; type <= def->types; type++)
        for (int i = 0; i < def->piece[type].ways; i++)
            n += is_odd(&def->piece[type].way[i]);
    return n;
}

static size_t machine_size(const GrVariant *variant) {
    return sizeof(Machine) + 2 * count_odd(&variant->defined->def) * sizeof(Odd);
}

static void machine_fill(GrRules *rules) {
    const GrDefined *defined = rules->variant->defined;
    const GrDefinition *def = &defined->def;
    Machine *m = rules->board;
    m->def = def;
    m->files = def->files;
    m->squares = def->files * def->ranks;
    m->types = def->types;
    m->bursts = def->blasts || def->petrified;
    m->tries = def->no_checks || def->must_take || def->must_drop || def->no_drop_checks || def->stand_ins ||
               def->first_leaps || def->promotes_late || def->king_stays || def->immune;
    m->unusual = rules->variant->passes || def->first_leaps || def->promotes_late || def->flips ||
                 def->castles_dropped || def->castles_apart || def->walls || def->gates || def->casters ||
                 def->carriers || rules->variant->camp || def->shooters || m->bursts || defined->checks;
    bool waits = def->counting && def->counting != GR_COUNTING_CAMBODIAN && !m->unusual;
    m->count_waits = waits ? defined->chess_pawn : 0;
    m->unusual = m->unusual || def->counting;
    m->more = rules->variant->passes || def->first_leaps || def->promotes_late || def->casters ||
              def->carriers || def->shooters || def->wanderers || def->teleports;
    m->camp = rules->variant->camp;
    m->apart = m->camp || def->shooters || def->carriers;
    m->choosy = def->drops_enclosing || def->drops_apart || def->drops_by_colour;
    m->brings = def->walls || def->gates || def->returns;
    fill_board(m);
    fill_changes(m, defined->held_kings);
    for (int i = 0; i < defined->gates; i++)
        rules->rights_kept[defined->gate[i]] &= (uint8_t)~(1u << i);
    Odd *odd = m->odds;
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        m->royal[side] = defined->royal[side];
        m->home[side] = def->gates ? (BB)gr_defined_home(def, side) : 0;
        for (int type = 1; type <= def->types; type++)
            odd += fill_type(m, side, type, odd);
        if (def->flying_kings)
            fill_facing(m, side);
        fill_promotions(m, side);
        for (int type = 1; type <= def->types; type++)
            fill_drops(m, side, type);
    }
    if (def->casters)
        fill_spells(m);
    m->special = m->shy || def->facing_ends;
    fill_castlings(m, rules->variant);
}

#endif
