/** What the Web UI shows of a run: search attributes for its list, Markdown for its page. */
import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { currentDetails } from './current-details.js';
import { RalphIncrement, RalphState } from './search-attributes.js';
import type { LoopData, RalphLoopInput } from './types.js';

export class Presentation {
  private state: string | undefined;
  private increment: string | undefined;

  constructor(private readonly input: RalphLoopInput) {}

  /** Called after every change; writes to history only when an attribute's value differs. */
  show(data: LoopData): void {
    // Between two increments the one before stays: the next follows at once, and each change is an event in history.
    const between = data.state === this.state ? this.increment : undefined;
    const increment = data.current?.increment.id ?? between ?? '--';
    if (data.state !== this.state || increment !== this.increment) {
      this.state = data.state;
      this.increment = increment;
      upsertSearchAttributes([
        { key: RalphState, value: data.state },
        { key: RalphIncrement, value: increment },
      ]);
    }
    setCurrentDetails(currentDetails(data, this.input));
  }
}
