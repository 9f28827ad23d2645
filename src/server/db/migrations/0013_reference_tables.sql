-- The names a column may hold are rows, no longer lists in checks. Every start adds the names the code and the game folder
-- have and these tables lack, and never removes one: a new edition, language, chain or rail needs no migration, and the
-- database still refuses a name nobody has added. The rows below are the names of the previous release.

create table languages (id text primary key check (id ~ '^[a-z]{2,3}$'));
create table editions (id text primary key check (id ~ '^[a-z][a-z0-9-]{0,39}$'));
create table chains (id text primary key check (id ~ '^[a-z][a-z0-9-]{0,39}$'));
create table assets (id text primary key check (id ~ '^[A-Z][A-Z0-9]{0,19}$'));
create table networks (id text primary key check (id ~ '^[a-z][a-z0-9-]{0,39}$'));
-- what is paid on a network, and the family of extended public keys its addresses come from
create table rails (
  network text not null references networks (id),
  coin text not null check (coin ~ '^[a-z][a-z0-9-]{0,39}$'),
  wallet text not null check (wallet ~ '^[a-z][a-z0-9-]{0,39}$'),
  primary key (network, coin, wallet)
);

insert into languages values ('en'), ('ru'), ('zh'), ('ar'), ('fr'), ('de'), ('he');
insert into editions values ('standard'), ('supporter');
insert into chains values ('bitcoin'), ('ethereum'), ('bsc'), ('tron');
insert into assets values ('BTC'), ('ETH'), ('BNB'), ('TRX'), ('USDT');
insert into networks values ('bitcoin'), ('ethereum'), ('erc20'), ('trc20'), ('bep20');
insert into rails values
  ('bitcoin', 'bitcoin', 'bitcoin'), ('ethereum', 'ethereum', 'evm'),
  ('erc20', 'usdt', 'evm'), ('trc20', 'usdt', 'tron'), ('bep20', 'usdt', 'evm');

-- one lookup for coin, network and family together
alter table payments
  drop constraint payments_language_check,
  drop constraint payments_edition_check,
  drop constraint payments_crypto_type_check,
  drop constraint payments_crypto_network_check,
  drop constraint payments_rail_is_known,
  drop constraint payments_wallet_check,
  add constraint payments_language_is_known foreign key (language) references languages (id),
  add constraint payments_edition_is_known foreign key (edition) references editions (id),
  add constraint payments_rail_is_known foreign key (crypto_network, crypto_type, wallet)
    references rails (network, coin, wallet);

-- written at start from the settings alone; the orders' own key above says which family each address is of
alter table wallets
  drop constraint wallets_wallet_check,
  add constraint wallets_wallet_check check (wallet ~ '^[a-z][a-z0-9-]{0,39}$');

alter table game_keys
  drop constraint game_keys_game_edition_check,
  add constraint keys_edition_is_known foreign key (game_edition) references editions (id);
alter table purchase_counters
  drop constraint purchase_counters_id_check,
  add constraint counters_edition_is_known foreign key (id) references editions (id);

alter table transfers
  drop constraint transfers_chain_check,
  drop constraint transfers_asset_check,
  add constraint transfers_chain_is_known foreign key (chain) references chains (id),
  add constraint transfers_asset_is_known foreign key (asset) references assets (id);
alter table cursors
  drop constraint cursors_chain_check,
  add constraint cursors_chain_is_known foreign key (chain) references chains (id);
alter table rail_states
  drop constraint rail_states_network_check,
  add constraint rail_states_network_is_known foreign key (network) references networks (id);
alter table rates
  drop constraint rates_coin_check,
  add constraint rates_coin_is_known foreign key (coin) references assets (id);
alter table refunds
  drop constraint refunds_chain_check,
  drop constraint refunds_asset_check,
  add constraint refunds_chain_is_known foreign key (chain) references chains (id),
  add constraint refunds_asset_is_known foreign key (asset) references assets (id);
alter table refund_transactions
  drop constraint refund_transactions_chain_check,
  add constraint refund_transactions_chain_is_known foreign key (chain) references chains (id);
