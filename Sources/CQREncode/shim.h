// The encoder of QR codes (ISO/IEC 18004). Works on Linux and macOS.
#include <qrencode.h>
