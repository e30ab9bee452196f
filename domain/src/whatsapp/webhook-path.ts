/** Address of Meta's webhook. Not among the API's other paths, which browsers load. */
export const WHATSAPP_WEBHOOK_PATH = "/api/v1/whatsapp/webhook";
