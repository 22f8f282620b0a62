/** All that is measured by itself. */
import type { Feature } from './feature.ts';
import { deadClicks } from './dead-clicks.ts';
import { declaredEvents } from './declared-events.ts';
import { engagement } from './engagement.ts';
import { links } from './links.ts';
import { rageClicks } from './rage-clicks.ts';

export const features: readonly Feature[] = [declaredEvents, engagement, links, rageClicks, deadClicks];
