import { Box, Button, Flex, Input, Text } from "@chakra-ui/react";
import { singleFile } from "@sakhi/domain/pictures/picture.rules";
import { slugOf } from "@sakhi/domain/site/slug";
import { Download, QrCode as QrSign } from "lucide-react";
import { useState } from "react";
import type { MyBrand } from "../../api/brand-api";
import { ShareButton } from "../../shared/share-button";
import { saveFile } from "../../ui/download";
import { pageAddress } from "../../ui/language";
import { Part } from "../../ui/outcome";
import { QrCode } from "../../ui/qr";
import { FieldFrame } from "../../ui/text-field";
import { strings } from "./my-brand.strings";
import { qrPicture, shareCard } from "./share-card";

const texts = strings.share;

/** Longest text of a card: five lines. */
const MAX_WORDS = 140;

/** The picture that stands for a page: its cover, else the first of a product. */
function pictureOf({ page, pictures }: MyBrand) {
  const placed = [
    { id: page.coverId, focus: page.coverFocus },
    ...page.products.flatMap((product) => product.pictures),
  ];
  const [shown] = placed.flatMap(({ id, focus }) => {
    const file = singleFile(pictures.find((picture) => picture.id === id)?.files ?? []);
    return file === undefined ? [] : [{ url: file.url, focus }];
  });
  return shown;
}

/** Share, QR code and share card of a live page, made in this browser. */
export function SharePage({ brand, path }: { readonly brand: MyBrand; readonly path: string }) {
  const { brandName } = brand;
  const [words, setWords] = useState<string>(texts.words(brandName));
  const [hasFailed, setHasFailed] = useState(false);
  const url = globalThis.location.origin + pageAddress(path);
  const file = slugOf(brandName) || "page";
  const offer = (made: Promise<Blob>, name: string) =>
    made.then(
      (picture) => {
        setHasFailed(false);
        saveFile(picture, name);
      },
      () => setHasFailed(true),
    );
  return (
    <Part id="share" title={texts.title}>
      <Text mb="4">{texts.text}</Text>
      <Flex gap="5" wrap="wrap" align="flex-start">
        <Box p="2" borderRadius="card" borderWidth="1px" css={{ background: "#fff" }}>
          <QrCode text={url} label={texts.qr(brandName)} />
        </Box>
        <Flex direction="column" gap="3" flex="1 1 14rem" minWidth="0">
          <FieldFrame label={texts.own} error={undefined}>
            <Input value={words} maxLength={MAX_WORDS} onChange={({ target }) => setWords(target.value)} />
          </FieldFrame>
          <Flex gap="3" wrap="wrap">
            <Button
              size="lg"
              px="5"
              onClick={() => void offer(shareCard({ brandName, words, url, picture: pictureOf(brand) }), `${file}.png`)}
            >
              <Download aria-hidden />
              {texts.card}
            </Button>
            <Button variant="outline" size="lg" px="5" onClick={() => void offer(qrPicture(url), `${file}-qr.png`)}>
              <QrSign aria-hidden />
              {texts.qrFile}
            </Button>
            <ShareButton path={path} text={words} />
          </Flex>
          <Text role="alert" color="alarm.text" fontWeight="600">
            {hasFailed ? texts.failed : undefined}
          </Text>
        </Flex>
      </Flex>
    </Part>
  );
}
