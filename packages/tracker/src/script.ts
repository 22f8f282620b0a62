/** `/tracker.js`, and with `import.meta.isCore` `/tracker.core.js`: page views and events that a call tracks, in half the bytes. */
import { startFromTag } from './tag.ts';

startFromTag();
