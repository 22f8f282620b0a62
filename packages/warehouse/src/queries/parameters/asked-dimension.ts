/** The dimensions that answers can be filtered and broken down by, as requests name them. */
import { propLimits } from '@footfall/schemas';
import { sessionAttributes } from '../dimensions.ts';

/** Dimensions of a session: the attributes of its first pageview or event, and the paths of its first and its last pageview. */
const ofSessions = [...sessionAttributes, 'utm_term', 'utm_content', 'entry_page', 'exit_page'] as const;
export type SessionDimension = (typeof ofSessions)[number];
/** Dimensions of the place of an event. */
export const ofPlaces = ['path', 'hostname'] as const;
export type PlaceDimension = (typeof ofPlaces)[number];

export type AskedDimension =
  | { of: 'session'; name: SessionDimension }
  | { of: 'place'; name: PlaceDimension }
  /** A dimension of what happened in a session. */
  | { of: 'happened'; name: 'type' }
  | { of: 'happened'; name: 'goal' }
  | { of: 'happened'; name: 'prop'; prop: string };

export const dimensionNames = [...ofSessions, ...ofPlaces, 'type', 'prop:<name>', 'goal'];

const propPrefix = 'prop:';

/** Undefined for a name that nothing has. */
export function readDimension(text: string): AskedDimension | undefined {
  const ofSession = ofSessions.find((name) => name === text);
  if (ofSession) return { of: 'session', name: ofSession };
  const ofPlace = ofPlaces.find((name) => name === text);
  if (ofPlace) return { of: 'place', name: ofPlace };
  if (text === 'type') return { of: 'happened', name: 'type' };
  if (text === 'goal') return { of: 'happened', name: 'goal' };
  const prop = text.startsWith(propPrefix) ? text.slice(propPrefix.length) : '';
  if (prop === '' || prop.length > propLimits.propKeyCharsMax) return undefined;
  // What is stored is well-formed as well.
  return { of: 'happened', name: 'prop', prop: prop.toWellFormed() };
}

export const dimensionText = (dimension: AskedDimension) =>
  dimension.name === 'prop' ? `${propPrefix}${dimension.prop}` : dimension.name;
