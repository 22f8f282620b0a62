/** After a run of the tests: nothing that it started is left. */
import { sweep } from './sweeper.ts';

export default sweep;
