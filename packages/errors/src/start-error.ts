/** A reason why a process cannot start, for the operator: printed as one line, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
  /** Exit status of the process: 1, or 2 if another process owns the data directory. */
  readonly exitCode: number;

  constructor(message: string, options: { cause?: unknown; exitCode?: number } = {}) {
    super(message, { cause: options.cause });
    this.exitCode = options.exitCode ?? 1;
  }
}
