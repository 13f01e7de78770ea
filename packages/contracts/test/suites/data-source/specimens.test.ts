import { describeSpecimens } from '../specimen-suite.ts';

describeSpecimens('dataSource');
