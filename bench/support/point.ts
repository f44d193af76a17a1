/** One measured point: what it is called, how it is measured, what it must not exceed. */
import { Stage } from './stage.js';

export interface Row {
  name: string;
  value: number;
  unit: 'ms' | 's' | 'MiB' | '%' | 'events' | 'bytes' | 'spawns' | 'programs' | 'iterations/s' | '×';
  /** At most this, unless `atLeast`. */
  target?: number;
  atLeast?: boolean;
}

export interface Scale {
  /** Small sizes: shows that the point can be measured, not what it is. */
  quick: boolean;
  /** Run our programs from src/ through tsx instead of from dist/. */
  sources: boolean;
}

export interface Point {
  /** `a`, `b`, … as in docs/performance.md. */
  key: string;
  title: string;
  measure(scale: Scale): Promise<Row[]>;
}

/** A point that has a stage to itself; the stage is gone afterwards, also when the measuring fails. */
export function onStage(measure: (stage: Stage, scale: Scale) => Promise<Row[]>): Point['measure'] {
  return async (scale) => {
    const stage = await Stage.open(scale);
    try {
      await stage.up();
      return await measure(stage, scale);
    } finally {
      await stage.close();
    }
  };
}

/** Calls `once` so many times, one after the other. */
export async function repeat<T>(times: number, once: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < times; index += 1) results.push(await once(index));
  return results;
}
