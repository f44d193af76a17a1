/** Nearest-rank percentile of measured values. @throws RangeError when there is none */
export function percentile(values: number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('Nothing was measured.');
  return value;
}

export function median(values: number[]): number {
  return percentile(values, 50);
}
