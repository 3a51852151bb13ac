-- Where there is no account, links and codes get a row all the same, with the id of nobody. No reference is checked, so that
-- an account's row costs no more time than nobody's; what hangs on an account goes with it by the list of erasure.ts.
alter table link_token drop constraint link_token_account_id_fkey;
alter table verification_code drop constraint verification_code_account_id_fkey;
