-- Up Migration
-- What came back into a frame, which brings no cookies: kept apart from the state, so that a stranger's return neither uses nor
-- spoils the owner's. Its one-time receipt stands in the fragment of the page inside the frame, and counts together with the
-- flow cookie that the state was begun with alone. `returned` is encrypted.
create table third_receipt (
  receipt_digest text primary key,
  state_digest text not null references third_state (state_digest) on delete cascade,
  returned text not null,
  expires_at timestamptz not null
);
create index third_receipt_state on third_receipt (state_digest);
create index third_receipt_expires on third_receipt (expires_at);

-- Down Migration
drop table third_receipt;
