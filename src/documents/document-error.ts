/** Where a document error was met and what a person can do about it. */
export interface DocumentErrorDetails {
  file?: string;
  /** 1-based. */
  line?: number;
  hint?: string;
}

/** An edit of a document that can't be made without harm; nothing was changed. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  /** Stable, kebab-case; documented in docs/findings.md. */
  readonly code: string;
  readonly file?: string;
  readonly line?: number;
  readonly hint?: string;

  constructor(code: string, message: string, details: DocumentErrorDetails = {}) {
    super(message);
    this.code = code;
    Object.assign(this, details);
  }
}
