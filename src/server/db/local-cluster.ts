/**
 * An expression for the folder of PostgreSQL's files if the server is on this machine; null if it is on another. A role that
 * may not read that setting is told where Debian keeps clusters.
 */
export const LOCAL_CLUSTER_FOLDER = `case when inet_server_addr() is null or inet_server_addr() = inet_client_addr()
  then coalesce((select setting from pg_settings where name = 'data_directory'), '/var/lib/postgresql') end`
