/** Exit code of a child that cannot say any more what happens: its channel or its files are gone. */
export const CUT_OFF = 112;
