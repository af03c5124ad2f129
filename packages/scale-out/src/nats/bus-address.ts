import { AppError } from '@anima/service/errors';

export interface BusAddress {
  /** Addresses as `host:port`; several for a cluster. */
  servers: string[];
  user?: string;
  pass?: string;
  token?: string;
  tls: boolean;
  /** Name of the stream and prefix of its subjects. */
  name: string;
}

const NAME = /^[A-Za-z0-9_-]{1,32}$/;

/**
 * Parses nats://user:password@host:4222,host:4222/name; `tls://` encrypts. Throws `invalid_configuration`,
 * with a message that omits the credentials.
 */
export function readBusAddress(setting: string, text: string, defaultName: string): BusAddress {
  const [first = '', ...others] = text.split(',');
  const expected = `${setting}: expected nats://host:4222 or tls://host:4222, with /name of the stream where several services share a server`;
  const [lastHost = '', ...path] = (others.at(-1) ?? '').split('/');
  const single = others.length === 0;
  if (!URL.canParse(first)) throw new AppError('invalid_configuration', expected);
  const { protocol, host, username, password, pathname } = new URL(first);
  const name = (single ? pathname.slice(1) : path.join('/')) || defaultName;
  if (!['nats:', 'tls:'].includes(protocol) || host === '' || !NAME.test(name))
    throw new AppError('invalid_configuration', expected);
  const servers = single ? [host] : [host, ...others.slice(0, -1), lastHost];
  const credentials =
    password !== ''
      ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
      : username !== ''
        ? { token: decodeURIComponent(username) }
        : {};
  return { servers, ...credentials, tls: protocol === 'tls:', name };
}
