/** The context of commands that call a server: its clients and URLs, from the options and settings of the call. */
import type { CliSettings } from '../config.ts';
import type { ServerUrl } from './addresses.ts';
import type { AdminClient } from './admin-client.ts';

/** The functions are called once a command runs. They throw, or reject with, the StartError of a setting or a CommandError. */
export interface Context {
  settings: () => CliSettings;
  admin: () => AdminClient;
  apiUrl: () => Promise<ServerUrl>;
  /** Returns the URLs of the ingest server next to the API; `ingest` is the value of `--ingest`. */
  ingestUrl: (ingest: string | undefined) => Promise<ServerUrl>;
  /** How the user runs the command line, for commands to copy. */
  calledAs: string;
  /** Returns the absolute path of one that the user gave. */
  resolvePath: (path: string) => string;
}
