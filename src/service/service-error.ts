export type ServiceErrorCode =
  | 'binary-missing'
  | 'busy'
  | 'namespace'
  | 'profile'
  | 'search-attributes'
  | 'server-start'
  | 'server-version'
  | 'state-damaged'
  | 'state-folder'
  | 'unreachable'
  | 'worker-start';

/** A condition of the local or remote service that a person can act on: `message` says what and where, `hint` what to do. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';

  constructor(
    readonly code: ServiceErrorCode,
    message: string,
    readonly hint: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The message of whatever was thrown, for use inside a sentence of our own. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
