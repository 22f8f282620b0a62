/** All automatic measurements. */
import type { Feature } from './feature.ts';
import { engagement } from './engagement.ts';
import { rageClicks } from './rage-clicks.ts';
import { links } from './links.ts';
import { deadClicks } from './dead-clicks.ts';

export const features: readonly Feature[] = [engagement, rageClicks, links, deadClicks];
