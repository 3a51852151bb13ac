/** Kinds of accounts, as the database and the calls number them (specification 3, account type). */
export const MASTER = 1;
export const SUB = 2;
