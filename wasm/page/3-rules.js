// The rules answer what the desk's server answers: the board, the entry of moves and the set-up of positions are the
// desk's own (desk/page).

// A board that goes along with what is shown: from one position to the next it is seldom more than a move.
class Ground {
  #library;
  #board = null;
  #start = "";
  #moves = [];

  constructor(library, variant) {
    this.#library = library;
    this.variant = variant;
  }

  at(start, moves) {
    if (!this.#board || this.#start !== start) {
      const board = this.#library.board(this.variant, start);
      if (this.#board) this.#board.close();
      Object.assign(this, {dropped: board.dropped});
      this.#board = board;
      this.#start = start;
      this.#moves = [];
    }
    const same = this.#moves.findIndex((move, n) => move !== moves[n]);
    while (same >= 0 && this.#moves.length > same) {
      this.#board.undo();
      this.#moves.pop();
    }
    for (const move of moves.slice(this.#moves.length)) {
      this.#board.play(move);
      this.#moves.push(move);
    }
    return this.#board;
  }

  position(start, moves) {
    return this.at(start, moves).position();
  }
}

// Of the desk's requests a position is the only one here. A text that is half entered is no fault.
async function post(path, {fen, moves = [], draft}) {
  const {ground} = PAGE;
  try {
    const answer = ground.position(fen, moves);
    return {...answer, dropped: ground.dropped};
  } catch (error) {
    if (!draft || !(error instanceof GrimoireError)) throw error;
    return {error: error.message};
  }
}

// The page keeps the address of the game on the board alone.
function keepAddress() {}
