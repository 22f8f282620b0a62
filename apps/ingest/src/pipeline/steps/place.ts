/** The geo location of the visitor: country and city of the address. */
import type { Step } from '../draft.ts';
import type { Geography } from '../../lookups/geography.ts';

export function placeBy(geography: Geography): Step {
  return ({ address, event }) => {
    const place = geography.locate(address);
    event.country = place.country;
    event.city = place.city;
    return undefined;
  };
}
