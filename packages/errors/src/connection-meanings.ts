/** The meanings of the system's codes for failed connections, for logs: the system's own messages contain addresses. */
export const connectionMeanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be resolved at the moment',
};
