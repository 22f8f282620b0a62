/** A reason for a command to end, printed as one line; the exit status is 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
