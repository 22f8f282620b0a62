/** The drawing of the world map: a file that is loaded with the first list that shows it. */
import mapUrl from 'virtual:world-map';
import type { Known } from '../resources/cache.ts';
import { fileResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';

export interface Drawing {
  width: number;
  height: number;
  /** The paths by country code. */
  paths: Readonly<Record<string, string>>;
}

const drawingResource = fileResource<Drawing>(mapUrl);

/** The drawing, loaded once and at the same time as the figures. */
export function useDrawing(isWanted = false): Known<Drawing> {
  return useResource(isWanted ? drawingResource : undefined);
}
