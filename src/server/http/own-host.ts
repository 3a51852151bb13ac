/** Names by which an operator's page of this machine is asked for. A page elsewhere can give its own name this machine's address. */

/** Loopback in every spelling that a browser or a program of this machine uses. */
const LOCAL = /^([a-z0-9-]+\.)*localhost(:\d+)?$|^127(\.\d{1,3}){3}(:\d+)?$|^\[::1\](:\d+)?$/;

/** Whether a host, as sent in lower case, is this machine's own. */
export const isOwnHost = (host: string): boolean => LOCAL.test(host);

/** A host without its port, an IPv6 address without its brackets. */
export const bareHost = (host: string): string => host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
