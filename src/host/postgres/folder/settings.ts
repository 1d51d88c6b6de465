/** Inside the cluster; `postgresql.conf` includes it. */
export const settingsFile = 'sluice.conf';

const megabyte = 1024 * 1024;

/** The settings file of the server: an event store on a small machine, reachable from this machine only. */
export function settings(port: number, memoryBytes: number): string {
  return `# Written by Sluice at each start. Your own settings go to the end of postgresql.conf.
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '.'
max_connections = 300
shared_buffers = ${sharedBuffersMegabytes(memoryBytes)}MB
fsync = on
synchronous_commit = on
wal_compression = on
max_wal_size = 2GB
checkpoint_timeout = 15min
random_page_cost = 1.1
jit = off
idle_in_transaction_session_timeout = 30s
timezone = 'UTC'
log_timezone = 'UTC'
logging_collector = on
log_directory = 'log'
log_filename = 'postgres-%Y-%m-%d_%H%M%S.log'
log_rotation_age = 1d
log_rotation_size = 4MB
log_min_error_statement = panic
`;
}

/** Pages in shared buffers need no read from the operating system; a million rows of a table and their keys are 700 MB. */
function sharedBuffersMegabytes(memoryBytes: number): number {
  return Math.min(1024, Math.max(32, Math.floor(memoryBytes / megabyte / 8)));
}
