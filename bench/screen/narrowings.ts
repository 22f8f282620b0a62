/** The filters of a screen: as requests write them, and as a condition on the sessions of another design. */
export const narrowings = [
  { what: 'one filter: a country', filter: ['country:is:AA'], condition: "country = 'AA'" },
  {
    what: 'three filters, on attributes of sessions',
    filter: ['country:is_not:AA', 'device:is:desktop', 'channel:is:Direct'],
    condition: "country != 'AA' AND device = 'desktop' AND channel = 'Direct'",
  },
  {
    what: 'one filter: what happened in the session',
    filter: ['type:is:signup'],
    condition:
      "session_id IN (SELECT session_id FROM design_events WHERE workspace_id = {workspaceId:String} AND type = 'signup')",
  },
] as const;
