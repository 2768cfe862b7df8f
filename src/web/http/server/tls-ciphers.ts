/**
 * Cipher suites of HTTPS, in OpenSSL's notation: those that keep recorded traffic secret even if the key is stolen later
 * (forward secrecy), with authenticated encryption. TLS 1.3 has no others.
 */
const TLS_1_2 = [
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
];
const TLS_1_3 = ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"];

/** Suites for uWebSockets.js, which has those of TLS 1.3 always. */
export const UWS_CIPHERS = TLS_1_2.join(":");

/** Suites for Node's server. */
export const NODE_CIPHERS = [...TLS_1_3, ...TLS_1_2].join(":");
