import { Connection, type ConnectionOptions } from '@temporalio/client';

/** Connects within `connectTimeout`, or throws and closes: the SDK's own `connect` leaves a failed one trying, which keeps the process alive. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const connection = Connection.lazy(options);
  try {
    await connection.ensureConnected();
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}
