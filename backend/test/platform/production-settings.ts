/**
 * Complete production settings without any example value, for specs about what production refuses. The servers do not
 * exist.
 */
export const PRODUCTION_SETTINGS: Readonly<Record<string, string>> = {
  APP_ENV: "production",
  PUBLIC_URL: "https://mela.sakhi-bazaar.in",
  TRUST_PROXY: "1",
  DATABASE_URL: "postgres://sakhi_app:Wq3vRz8nLx2kTm7p@db.sakhi-bazaar.in:5432/sakhi_bazaar?sslmode=verify-full",
  REDIS_URL: "rediss://:Hd6yBn4sKc9jPf2g@queue.sakhi-bazaar.in:6379",
  TEMPORAL_ADDRESS: "temporal.sakhi-bazaar.in:7233",
  TEMPORAL_TLS: "on",
  SMTP_URL: "smtps://mela:Zt5mVr1wQe8uXa3i@mail.sakhi-bazaar.in:465",
  CASHFREE_ENV: "production",
  CASHFREE_CLIENT_ID: "120384cd91fe5a7b3206",
  CASHFREE_CLIENT_SECRET: "cfsk_ma_prod_81d0c2f4b6a97e3558aa1c0d9e7f6b24_5c3e9a10",
  COOKIE_SECRET: "9f2c61b07de84a35c1f0a2d95b7e3468e06d1fb2c4a87395d2086bfe417ac953",
  METRICS_TOKEN: "3ab7e91c5d204f68b0c6d8e2f517a9340c1e7db25f89463aab0d64e28c75f193",
  PICTURES_DIR: "/pictures",
  BACKUP_RECIPIENT: "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kudstqpsw8t6p5",
  SITE_NAME: "Sakhi Bazaar",
  MAIL_FROM: "Sakhi Bazaar <mela@sakhi-bazaar.in>",
  OPERATOR_EMAIL: "operator@sakhi-bazaar.in",
  EVENT_START: "2099-01-15",
  EVENT_END: "2099-01-16",
  EVENT_STATE_CODE: "29",
  SELLER_NAME: "Sakhi Mahila Federation",
  SELLER_ADDRESS: "12 Residency Road, Bengaluru 560025",
  SELLER_GSTIN: "29AAGCB7383J1Z4",
};
