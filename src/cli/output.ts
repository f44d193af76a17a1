/** Results go to stdout, progress and errors to stderr; colour only where a person looks. */
import pc from 'picocolors';

export { elapsed } from '../workflows/elapsed.js';

export const colours = pc.createColors(process.stderr.isTTY === true && process.env['NO_COLOR'] === undefined);
export const resultColours = pc.createColors(process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined);

export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

export function indent(text: string, by = '    '): string {
  return text
    .split('\n')
    .map((line) => `${by}${line}`)
    .join('\n');
}
