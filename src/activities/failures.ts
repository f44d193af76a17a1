/** How what went wrong reaches the workflow: outcomes are values, exceptions are for what is broken. */
import { ApplicationFailure } from '@temporalio/activity';
import { UserError, errnoOf, messageOf } from '../errors.js';
import { GitKilled } from '../git/command.js';

/** Trying again within seconds can't help these. */
const hopeless = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT']);

/** Codes of errors that a second try may well mend. */
const passing = new Set(['document-changed']);

/** Gives an error an explicit type, and says whether another try makes sense. */
export function asFailure(error: unknown): unknown {
  if (error instanceof ApplicationFailure) return error;
  // Nobody's fault, as when the worker dies: the step is repeated, and no attempt is counted.
  if (error instanceof GitKilled) return ApplicationFailure.retryable(error.message, 'Interrupted');
  if (isCodedError(error)) {
    const message = error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
    return ApplicationFailure.create({
      message,
      type: error.code,
      nonRetryable: !passing.has(error.code),
      cause: error,
    });
  }
  const errno = errnoOf(error);
  if (errno !== undefined && hopeless.has(errno)) {
    return ApplicationFailure.nonRetryable(messageOf(error), errno);
  }
  return error;
}

/** `UserError` and the error classes of the rooms: a code, a message, perhaps a hint. */
function isCodedError(error: unknown): error is Error & { code: string; hint?: string } {
  if (error instanceof UserError) return true;
  return error instanceof Error && 'hint' in error && 'code' in error && typeof error.code === 'string';
}
