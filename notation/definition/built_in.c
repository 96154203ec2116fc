/* Our own games in the dialect, and the games that have nothing else (games.ini). */
#include <string.h>
#include <strings.h>

#include "notation/definition/variants_file.h"

#define CHESSMEN "pawn = p\nknight = n\nbishop = b\nrook = r\nqueen = q\nking = k\n"
#define BECOMES "promotionPieceTypes = qrbn\n"

static const struct {
    const char *name, *other, *text;
} games[] = {
    {"chess", "normal", "[chess]\ntitle = Chess\n" CHESSMEN BECOMES},
    {"magi", "",
     "[magi]\ntitle = Magi\nmaxRank = 10\nmaxFile = 10\n" CHESSMEN
     "customPiece1 = l:fmWfceFifmnD\ncustomPiece2 = d:R3\ncustomPiece3 = c:BW\ncustomPiece4 = w:WNA\n"
     "pieceNames = l:LPawn d:Duke c:Cardinal w:Wizard\n"
     "pawnTypes = pl\npromotionRegionWhite = *10\npromotionRegionBlack = *1\npromotionPieceTypes = qdrbncw\n"
     "doubleStepRegionWhite = *2\ndoubleStepRegionBlack = *9\n"
     "firstStepRegionWhiteCustomPiece1 = d3 g3\nfirstStepRegionBlackCustomPiece1 = d8 g8\nenPassantOriginTypes = l\n"
     "tripleStepRegionWhite = *2\ntripleStepRegionBlack = *9\n"
     "castlingKingFile = f\ncastlingKingsideFile = i\ncastlingQueensideFile = c\n"
     "startFen = rnbcqkwbnr/pppppppppp/d2l2l2d/10/10/10/10/D2L2L2D/PPPPPPPPPP/RNBCQKWBNR w KQkq - 0 1\n"},
    {"magician", "",
     "[magician]\ntitle = Magician Chess\nmaxRank = 7\nmaxFile = 7\npawn = p\nknight = n\nrook = r\nking = k\n"
     "chancellor = c\ncustomPiece1 = m:mWmA\ncustomPiece2 = w:RmA\ncustomPiece3 = s:NmWmA\n"
     "pieceNames = m:Magician w:Warlock s:Sorcerer\nspellTypes = mws\npromotionPieceTypes = cws\n"
     "promotionRegionWhite = *7\npromotionRegionBlack = *1\n"
     "doubleStepRegionWhite = *1 *2\ndoubleStepRegionBlack = *7 *6\n"
     "castlingKingFile = d\ncastlingKingsideFile = f\ncastlingQueensideFile = b\ncastlingNamedByFile = true\n"
     "startFen = rmnknmr/ppp*ppp/*5*/*2*2*/*5*/PPP*PPP/RMNKNMR w BFbf - 0 1\n"},
    {"royal", "",
     "[royal]\ntitle = Royal Magician's Chess\n" CHESSMEN BECOMES "customPiece1 = m:K\npieceNames = m:Magician\n"
     "reserveTypes = km\nreservePieces = bn\nreserveLastPiece = r\n"
     "startFen = rnbmkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBMKBNR[BNR,BNR,bnr,bnr] w KQkq - 0 1\n"},
    {"wizard", "",
     "[wizard]\ntitle = Wizard Chess\nmaxRank = 12\nmaxFile = 7\nking = z\n"
     "customPiece1 = d:mQcpQ\ncustomPiece2 = c:R\ncustomPiece3 = a:mR2cA\ncustomPiece4 = g:KB2\n"
     "customPiece5 = h:mFcW\ncustomPiece6 = w:mfFcfW\n"
     "pieceNames = z:Wizard d:Dragon c:Chariot a:Archer g:Giant h:Hero w:Warrior\n"
     "castling = false\nroyalTeleport = true\nflyingGeneral = true\nflyingGeneralDiagonals = true\n"
     "shootingTypes = a\nfirstMoveTypes = w\nfirstMoveSteps = 3\nnMoveRuleTypes = w\n"
     "risingTypes = w:h h:g g:c\nquestPiece = d\n"
     "promotionRegionWhite = *10 *11 *12\npromotionRegionBlack = *1 *2 *3\n"
     "returnPiece = w\nreturnFromRegionWhite = *1 *2 *3 *4 *5 *6\nreturnFromRegionBlack = *7 *8 *9 *10 *11 *12\n"
     "returnRegionWhite = a2 c2 d2 e2 g2\nreturnRegionBlack = a11 c11 d11 e11 g11\n"
     "stalemateValue = loss\nnMoveRule = 0\nnFoldRule = 0\n"
     "startFen = dcazacd/wgwwwgw/2hwh2/7/7/7/7/7/7/2HWH2/WGWWWGW/DCAZACD[] b Zz - 0 1\n"},
    {"capablanca", "",
     "[capablanca]\ntitle = Capablanca Chess\nmaxFile = 10\n" CHESSMEN "archbishop = a\nchancellor = c\n"
     "promotionPieceTypes = qrbnac\ncastlingKingsideFile = i\ncastlingQueensideFile = c\n"
     "startFen = rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1\n"},
    {"chess960", "fischerandom", "[chess960]\ntitle = Chess960\n" CHESSMEN BECOMES "chess960 = true\n"},
    {"crazyhouse", "",
     "[crazyhouse]\ntitle = Crazyhouse\n" CHESSMEN BECOMES "pieceDrops = true\ncapturesToHand = true\n"
     "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1\n"},
    {"atomic", "",
     "[atomic]\ntitle = Atomic\npawn = p\nknight = n\nbishop = b\nrook = r\nqueen = q\ncommoner = k\n"
     "pieceNames = k:King\n" BECOMES "castlingKingPiece = k\nextinctionValue = loss\nextinctionPieceTypes = k\n"
     "extinctionPseudoRoyal = true\nblastOnCapture = true\n"},
    {"antichess", "",
     "[antichess]\ntitle = Antichess\npawn = p\nknight = n\nbishop = b\nrook = r\nqueen = q\ncommoner = k\n"
     "pieceNames = k:King\npromotionPieceTypes = qrbnk\ncastling = false\nmustCapture = true\n"
     "stalemateValue = win\nextinctionValue = win\nextinctionPieceTypes = *\n"
     "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n"},
    {"horde", "",
     "[horde]\ntitle = Horde\n" CHESSMEN BECOMES
     "doubleStepRegionWhite = *1 *2\nenPassantRegionWhite = *6\nenPassantRegionBlack = *3\n"
     "extinctionValue = loss\nextinctionPieceTypes = *\n"
     "startFen = rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1\n"},
    {"threecheck", "3check",
     "[threecheck]\ntitle = Three-check\n" CHESSMEN BECOMES "checkCounting = true\n"
     "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1\n"},
    {"racingkings", "",
     "[racingkings]\ntitle = Racing Kings\nknight = n\nbishop = b\nrook = r\nqueen = q\nking = k\n"
     "castling = false\nchecking = false\nflagPiece = k\nflagRegion = *8\nflagMove = true\n"
     "startFen = 8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1\n"},
    {"kingofthehill", "",
     "[kingofthehill]\ntitle = King of the Hill\n" CHESSMEN BECOMES
     "flagPiece = k\nflagRegion = d4 e4 d5 e5\n"},
};
enum { GAMES = sizeof games / sizeof *games };

static const unsigned char described[] = {
#include "games.ini.inc"
};

GrVariantsFile *gr_variants_described(GrError *error) {
    return gr_variants_file_read((const char *)described, sizeof described, error);
}

const char *gr_variants_text(const char *name) {
    for (int i = 0; i < GAMES; i++)
        if (!strcasecmp(games[i].name, name) || (*games[i].other && !strcasecmp(games[i].other, name)))
            return games[i].text;
    return NULL;
}
