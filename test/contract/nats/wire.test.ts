/** What the protocol says byte by byte, to the embedded server and to the original alike. */
import * as assert from 'uvu/assert';
import { suiteUnless } from '../../support/left-out.ts';
import { converse } from '../../support/raw-nats.ts';
import { natsServers, type RunningNats } from './servers.ts';

const PLAIN = 'CONNECT {"verbose":false,"pedantic":false,"headers":true,"no_responders":true}\r\n';
const PEDANTIC = PLAIN.replace('"pedantic":false', '"pedantic":true');
const NO_ECHO = PLAIN.replace('{', '{"echo":false,');
const HEADERS = 'NATS/1.0\r\nA: b\r\n\r\n';

/** name, bytes sent, bytes answered */
const answered: readonly (readonly [string, string, string])[] = [
  ['assumes verbose before CONNECT', 'SUB a 1\r\nPUB a 1\r\nx\r\n', '+OK\r\n+OK\r\nMSG a 1 1\r\nx\r\n'],
  [
    'acknowledges everything when verbose',
    'CONNECT {"verbose":true}\r\nSUB a 1\r\nUNSUB 1\r\n',
    '+OK\r\n'.repeat(3),
  ],
  ['takes a second CONNECT', `${PLAIN}CONNECT {"verbose":true}\r\nSUB a 1\r\n`, '+OK\r\n+OK\r\n'],
  ['takes small letters', `${PLAIN}sub a 1\r\npub a 1\r\nx\r\n`, 'MSG a 1 1\r\nx\r\n'],
  ['takes tabs and many spaces', `${PLAIN}SUB\ta\t1\r\nPUB   a   1  \r\nx\r\n`, 'MSG a 1 1\r\nx\r\n'],
  ['takes a bare line feed after a command', `${PLAIN}SUB a 1\nPUB a 1\nx\r\n`, 'MSG a 1 1\r\nx\r\n'],
  [
    'carries line ends inside a payload',
    `${PLAIN}SUB a 1\r\nPUB a 4\r\n\r\n\r\n\r\n`,
    'MSG a 1 4\r\n\r\n\r\n\r\n',
  ],
  ['carries nothing', `${PLAIN}SUB a 1\r\nPUB a 0\r\n\r\n`, 'MSG a 1 0\r\n\r\n'],
  ['gives the reply subject', `${PLAIN}SUB a 1\r\nPUB a r 1\r\nx\r\n`, 'MSG a 1 r 1\r\nx\r\n'],
  [
    'gives headers and reply subject',
    `${PLAIN}SUB a 1\r\nHPUB a r 18 19\r\n${HEADERS}x\r\n`,
    `HMSG a 1 r 18 19\r\n${HEADERS}x\r\n`,
  ],
  ['treats no header bytes as no headers', `${PLAIN}SUB a 1\r\nHPUB a 0 1\r\nx\r\n`, 'MSG a 1 1\r\nx\r\n'],
  ['gives any sid back', `${PLAIN}SUB a xyz\r\nPUB a 0\r\n\r\n`, 'MSG a xyz 0\r\n\r\n'],
  [
    'keeps the first meaning of a sid',
    `${PLAIN}SUB a 1\r\nSUB b 1\r\nPUB b 0\r\n\r\nPUB a 0\r\n\r\n`,
    'MSG a 1 0\r\n\r\n',
  ],
  ['ends a subscription', `${PLAIN}SUB a 1\r\nUNSUB 1\r\nPUB a 0\r\n\r\n`, ''],
  [
    'ends a subscription after a number',
    `${PLAIN}SUB a 1\r\nUNSUB 1 2\r\n${'PUB a 0\r\n\r\n'.repeat(3)}`,
    'MSG a 1 0\r\n\r\n'.repeat(2),
  ],
  [
    'counts what came before the number was given',
    `${PLAIN}SUB a 1\r\n${'PUB a 0\r\n\r\n'.repeat(2)}UNSUB 1 1\r\nPUB a 0\r\n\r\n`,
    'MSG a 1 0\r\n\r\n'.repeat(2),
  ],
  ['does not mind an unknown sid', `${PLAIN}UNSUB 77\r\n`, ''],
  ...['a..b', '.a', 'a.', 'a.>.b', '>.a'].map(
    (subject) =>
      [
        `refuses to subscribe to ${subject}`,
        `${PLAIN}SUB ${subject} 1\r\n`,
        "-ERR 'Invalid Subject'\r\n",
      ] as const,
  ),
  ['drops a message to an empty token', `${PLAIN}SUB > 1\r\nPUB a..b 0\r\n\r\nPUB a. 0\r\n\r\n`, ''],
  [
    'says so to a pedantic client',
    `${PEDANTIC}SUB > 1\r\nPUB a..b 0\r\n\r\nPUB a.* 0\r\n\r\n`,
    `${"-ERR 'Invalid Publish Subject'\r\n".repeat(2)}MSG a.* 1 0\r\n\r\n`,
  ],
  [
    'takes * and > inside a token literally',
    `${PLAIN}SUB a*b 1\r\nPUB a*b 0\r\n\r\nPUB acb 0\r\n\r\n`,
    'MSG a*b 1 0\r\n\r\n',
  ],
  [
    'matches wildcards',
    `${PLAIN}SUB *.b.> 1\r\nPUB a.b 0\r\n\r\nPUB a.b.c 0\r\n\r\nPUB a.b.c.d 0\r\n\r\nPUB a.x.c 0\r\n\r\n`,
    'MSG a.b.c 1 0\r\n\r\nMSG a.b.c.d 1 0\r\n\r\n',
  ],
  [
    'tells that nobody responds',
    `${PLAIN}SUB in.* 7\r\nPUB q in.5 0\r\n\r\n`,
    'HMSG in.5 7 16 16\r\nNATS/1.0 503\r\n\r\n\r\n',
  ],
  [
    'does not count what is not echoed as a responder',
    `${NO_ECHO}SUB q 1\r\nSUB in 2\r\nPUB q in 0\r\n\r\n`,
    'HMSG in 2 16 16\r\nNATS/1.0 503\r\n\r\n\r\n',
  ],
  [
    'has no JetStream',
    `${PLAIN}SUB in 1\r\nPUB $JS.API.INFO in 0\r\n\r\n`,
    'HMSG in 1 16 16\r\nNATS/1.0 503\r\n\r\n\r\n',
  ],
  ['takes the longest control line', `${PLAIN}SUB ${'y'.repeat(4090)} 1\r\n`, ''],
];

/** name, bytes sent, reason given before hanging up */
const refused: readonly (readonly [string, string | Buffer, string])[] = [
  ['an unknown command', `${PLAIN}FOO\r\n`, 'Unknown Protocol Operation'],
  ['a server command', `${PLAIN}MSG a 1 1\r\nx\r\n`, 'Unknown Protocol Operation'],
  ['an empty line', `${PLAIN}\r\n`, 'Unknown Protocol Operation'],
  ['another protocol', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', 'Unknown Protocol Operation'],
  ['no text at all', Buffer.from([0xff, 0xfe, 0, 1, 13, 10]), 'Unknown Protocol Operation'],
  ['a payload longer than announced', `${PLAIN}PUB a 1\r\nxyz\r\n`, 'Unknown Protocol Operation'],
  ['a payload without its end', `${PLAIN}PUB a 1\r\nx\n`, 'Unknown Protocol Operation'],
  ['a message over the limit, before it is sent', `${PLAIN}PUB a 1048577\r\n`, 'Maximum Payload Violation'],
  ['headers over the limit', `${PLAIN}HPUB a 12 9999999\r\n`, 'Maximum Payload Violation'],
  ['a control line over the limit', `${PLAIN}SUB ${'y'.repeat(4095)} 1\r\n`, 'maximum control line exceeded'],
  ['a control line without end', `${PLAIN}SUB ${'y'.repeat(5000)}`, 'maximum control line exceeded'],
  ['an unknown version of the protocol', 'CONNECT {"protocol":99}\r\n', 'invalid client protocol'],
  [
    'no-responders without headers',
    'CONNECT {"no_responders":true}\r\n',
    'no responders requires headers support',
  ],
];

/** name, bytes sent: here the original hangs up without a word, and the embedded server says which it was */
const hungUpOn: readonly (readonly [string, string, string])[] = [
  ...['zz', '-1', '+2', '0x2', '1e3', '99999999999999', ''].map(
    (size) => [`the size "${size}"`, `${PLAIN}PUB a ${size}\r\nhi\r\n`, 'Parser Error'] as const,
  ),
  ['PUB with too much', `${PLAIN}PUB a b c 1\r\nx\r\n`, 'Parser Error'],
  ['SUB with too little', `${PLAIN}SUB a\r\n`, 'Parser Error'],
  ['SUB with too much', `${PLAIN}SUB a b c d\r\n`, 'Parser Error'],
  ['HPUB with too little', `${PLAIN}HPUB a 12\r\n`, 'Parser Error'],
  ['more header bytes than bytes', `${PLAIN}HPUB a 13 12\r\nNATS/1.0\r\n\r\n\r\n`, 'Parser Error'],
  ['CONNECT without JSON', 'CONNECT {nope\r\n', 'Parser Error'],
  ['CONNECT with an array', 'CONNECT []\r\n', 'Parser Error'],
  ['CONNECT with a wrong type', 'CONNECT {"verbose":"yes"}\r\n', 'Parser Error'],
  [
    'headers of a client that declared none',
    'CONNECT {"verbose":false}\r\nHPUB a 18 19\r\nNATS/1.0\r\nA: b\r\n\r\nx\r\n',
    'Message Headers Not Supported',
  ],
];

for (const { name: server, embedded, missing, start } of natsServers) {
  const test = suiteUnless(missing, `nats wire: ${server}`);
  let nats: RunningNats | undefined;
  const url = () => {
    assert.ok(nats, 'the server is not running');
    return nats.url;
  };
  test.before(async () => {
    nats = await start();
  });
  test.after(() => nats?.close());

  for (const [name, sent, expected] of answered)
    test(name, async () => {
      assert.equal(await converse(url(), sent), { answer: expected, closed: false });
    });
  for (const [name, sent, reason] of refused)
    test(`refuses ${name}`, async () => {
      assert.equal(await converse(url(), sent), { answer: `-ERR '${reason}'\r\n`, closed: true });
    });
  for (const [name, sent, reason] of hungUpOn)
    test(`hangs up on ${name}`, async () => {
      const answer = embedded ? `-ERR '${reason}'\r\n` : '';
      assert.equal(await converse(url(), sent), { answer, closed: true });
    });
  test('reads commands however the bytes are split', async () => {
    for (const [, sent, expected] of answered.slice(0, 11))
      assert.equal(await converse(url(), sent, { step: 1 }), { answer: expected, closed: false });
  });
  test.run();
}
