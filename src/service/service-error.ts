import { UserError } from '../errors.js';

export type ServiceErrorCode =
  | 'binary-missing'
  | 'busy'
  | 'namespace'
  | 'profile'
  | 'search-attributes'
  | 'server-start'
  | 'state-damaged'
  | 'state-folder'
  | 'unreachable'
  | 'worker-start';

/** A condition of the local or remote service that a person can mend. */
export class ServiceError extends UserError {
  declare readonly code: ServiceErrorCode;

  constructor(code: ServiceErrorCode, message: string, hint: string, options?: ErrorOptions) {
    super(code, message, hint);
    this.cause = options?.cause;
  }
}
