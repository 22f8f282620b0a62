/** Receives messages about a directory for the operator. */
export interface DirectoryLogger {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
