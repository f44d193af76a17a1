/** What a milestone's cell names: ids of the plan in plan order, and the words that are no increment of it. */
export interface IncrementRange {
  ids: string[];
  unknown: string[];
}

const NOISE = /^(?:increments?|inc\.?)\s+|[`*_]/gi;
const DASH = /\s*(?:-|–|—|\.\.\.?|…|\bto\b|\bthrough\b)\s*/g;

/** Looks ids up as written, and numbers also by value, so that `1` finds `01`. */
export class IncrementIndex {
  private readonly byId = new Map<string, number>();
  private readonly byNumber = new Map<number, number>();

  constructor(private readonly ids: readonly string[]) {
    ids.forEach((id, position) => {
      const key = id.toLowerCase();
      if (!this.byId.has(key)) this.byId.set(key, position);
      if (/^\d+$/.test(id) && !this.byNumber.has(Number(id))) this.byNumber.set(Number(id), position);
    });
  }

  /** Position in the plan, 0-based. */
  find(word: string): number | undefined {
    const exact = this.byId.get(word.toLowerCase());
    return exact ?? (/^\d+$/.test(word) ? this.byNumber.get(Number(word)) : undefined);
  }

  /** Reads `01-03`, `01–04`, `05`, `01, 03`. Ids may hold dashes themselves: each dash is tried as the one of the range. */
  read(cell: string): IncrementRange {
    const positions = new Set<number>();
    const unknown: string[] = [];
    for (const part of cell.split(/[,;+&]|\band\b/)) {
      const word = part.replace(NOISE, '').trim();
      if (word === '' || /^[-–—]+$/.test(word)) continue;
      const span = this.span(word);
      if (span) for (let position = span[0]; position <= span[1]; position += 1) positions.add(position);
      else unknown.push(word);
    }
    const ids = [...positions].sort((a, b) => a - b).map((position) => this.ids[position] ?? '');
    return { ids, unknown };
  }

  private span(word: string): [number, number] | undefined {
    const single = this.find(word);
    if (single !== undefined) return [single, single];
    for (const dash of word.slice(0, 200).matchAll(DASH)) {
      const from = this.find(word.slice(0, dash.index));
      const to = this.find(word.slice(dash.index + dash[0].length));
      if (from !== undefined && to !== undefined) return [Math.min(from, to), Math.max(from, to)];
    }
    return undefined;
  }
}
