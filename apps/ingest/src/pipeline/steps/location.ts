/** The geo location of the visitor: country and city of the address. */
import type { Step } from '../draft.ts';
import type { Geography } from '../../lookups/geography.ts';

export function locateBy(geography: Geography): Step {
  return ({ address, event }) => {
    const location = geography.locate(address);
    event.country = location.country;
    event.city = location.city;
    return undefined;
  };
}
