-- A provider's own button on a page of its own, whose credential is posted back across sites.
alter table third_state drop constraint third_state_way_check;
alter table third_state add constraint third_state_way_check check (way in ('redirect', 'popup', 'frame', 'post'));
