/** Tears down a test run: removes everything that it started. */
import { sweep } from './sweeper.ts';

export default sweep;
