-- Up Migration
-- The browser that registered may ask for a day whether its account was activated; whoever needed no activation has nothing to
-- ask, and what is told no more is forgotten.
create index account_registered_flow on account (activated_at) where registered_flow is not null;

-- Down Migration
drop index account_registered_flow;
