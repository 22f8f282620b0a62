/** Receives what an operator should know about a directory. */
export interface DirectoryLogger {
  info(message: string): void;
  warn(message: string): void;
}
