-- Whether a node of the chain has ever reported finality. From then on the chain is not read by depth: a node that reports
-- none has failed.
alter table cursors add column finality_reported boolean not null default false;
