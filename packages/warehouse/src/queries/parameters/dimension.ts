/** The dimensions that results can be filtered and broken down by, as requests name them. */
import { propLimits } from '@footfall/schemas';
import { sessionAttributes } from '../breakdown-dimensions.ts';

/** Dimensions of a session: the attributes of its first pageview or event, and the paths of its first and its last pageview. */
const sessionDimensionNames = [...sessionAttributes, 'utm_term', 'utm_content', 'entry_page', 'exit_page'] as const;
export type SessionDimensionName = (typeof sessionDimensionNames)[number];
/** Dimensions of the page on which an event happened. */
export const pageDimensionNames = ['path', 'hostname'] as const;
export type PageDimensionName = (typeof pageDimensionNames)[number];

export type Dimension =
  | { kind: 'session'; name: SessionDimensionName }
  | { kind: 'page'; name: PageDimensionName }
  /** A dimension of what happened in a session. */
  | { kind: 'happened'; name: 'type' }
  | { kind: 'happened'; name: 'goal' }
  | { kind: 'happened'; name: 'prop'; prop: string };

const propPrefix = 'prop:';

export const dimensionNames = [...sessionDimensionNames, ...pageDimensionNames, 'type', `${propPrefix}<name>`, 'goal'];

/** The name of a dimension in `dimensionNames`. */
export const listedName = ({ name }: Dimension) => (name === 'prop' ? `${propPrefix}<name>` : name);

/** Returns undefined for an unknown name. */
export function readDimension(text: string): Dimension | undefined {
  const ofSession = sessionDimensionNames.find((name) => name === text);
  if (ofSession) return { kind: 'session', name: ofSession };
  const ofPage = pageDimensionNames.find((name) => name === text);
  if (ofPage) return { kind: 'page', name: ofPage };
  if (text === 'type') return { kind: 'happened', name: 'type' };
  if (text === 'goal') return { kind: 'happened', name: 'goal' };
  const prop = text.startsWith(propPrefix) ? text.slice(propPrefix.length) : '';
  if (prop === '' || prop.length > propLimits.propKeyCharsMax) return undefined;
  // Stored names are well-formed.
  return { kind: 'happened', name: 'prop', prop: prop.toWellFormed() };
}

export const dimensionText = (dimension: Dimension) =>
  dimension.name === 'prop' ? `${propPrefix}${dimension.prop}` : dimension.name;
