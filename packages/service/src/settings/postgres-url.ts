/** userinfo, host with port, database, parameters; each character class excludes the sign that ends it. */
const LIBPQ_URI = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^@/?#]*)(?:\/([^/?#]*))?(?:\?([^#]*))?$/;
const HOST_AND_PORT = /^(\[[\da-fA-F:.]+\]|[^:[\]]*)(?::(\d{0,5}))?$/;

/**
 * Rewrites a libpq connection URI (https://www.postgresql.org/docs/16/libpq-connect.html) into the form that `pg` reads alike: the host may be
 * a name, an address, or the folder of a Unix socket, percent-encoded or as the parameter `host`; `port`, `user`, `password` and `dbname` may be
 * parameters; a password may be empty. Null if it is no such URI, names no host, or several.
 */
export function readPostgresUrl(text: string): string | null {
  const uri = LIBPQ_URI.exec(text);
  if (uri === null) return null;
  const [, userinfo = '', authority = '', path = '', query = ''] = uri;
  const server = HOST_AND_PORT.exec(authority);
  if (server === null) return null;
  const [, writtenHost = '', writtenPort = ''] = server;
  // In such a URI a plus sign stands for itself.
  const parameters = new URLSearchParams(query.replaceAll('+', '%2B'));
  const take = (name: string, written: string): string | null => {
    const given = parameters.get(name);
    parameters.delete(name);
    return given ?? decoded(written);
  };
  const colon = userinfo.indexOf(':');
  const user = take('user', colon === -1 ? userinfo : userinfo.slice(0, colon));
  const password = take('password', colon === -1 ? '' : userinfo.slice(colon + 1));
  const host = take('host', writtenHost.replace(/^\[(.+)\]$/, '$1'));
  const port = take('port', writtenPort);
  const database = take('dbname', path);
  if (host === null || user === null || password === null || port === null || database === null) return null;
  if (host === '' || host.includes(',') || !isPort(port)) return null;
  parameters.set('host', host);
  if (port !== '') parameters.set('port', port);
  const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  // The parameters say where it is: no host that is written as a name could be a folder.
  const rest = parameters.toString().replaceAll('+', '%20');
  return `postgresql://${user === '' ? '' : `${credentials}@`}host/${encodeURIComponent(database)}?${rest}`;
}

function isPort(port: string): boolean {
  return port === '' || (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535);
}

/** Null for a percent sign that begins no character. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
