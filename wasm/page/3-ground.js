// The rules: a board that goes along with what is shown: from one position to the next it is seldom more than a move.
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
