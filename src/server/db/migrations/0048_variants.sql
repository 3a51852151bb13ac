-- Up Migration
-- What of the line's experiments the visitor saw: `<screen>.<variant>` each, with no variant for the screen itself.
alter table funnel_event add column variants text not null default '';
alter table funnel_event drop constraint funnel_event_pkey;
alter table funnel_event add primary key (day, line, screen, name, come_from, entry, variants);

-- Down Migration
delete from funnel_event where variants <> '';
alter table funnel_event drop constraint funnel_event_pkey;
alter table funnel_event drop column variants;
alter table funnel_event add primary key (day, line, screen, name, come_from, entry);
