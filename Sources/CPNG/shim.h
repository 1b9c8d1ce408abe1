// The simplified interface of libpng 1.6, and what of it are composed macros. Works on Linux and macOS.
#include <png.h>

#if PNG_LIBPNG_VER < 10622 || !defined(PNG_SIMPLIFIED_WRITE_SUPPORTED)
#error "libpng 1.6.22 or later with its simplified interface is needed, for png_image_write_to_memory"
#endif

// Three bytes a pixel: red, green and blue.
static inline png_uint_32 mock_png_format_rgb(void) { return PNG_FORMAT_RGB; }

// One byte a pixel, the index of a colour of three bytes.
static inline png_uint_32 mock_png_format_rgb_colormap(void) { return PNG_FORMAT_RGB_COLORMAP; }

// An upper bound of the bytes of the file that a picture becomes. Its size, format and colours have to be set.
static inline png_alloc_size_t mock_png_size_bound(const png_image *image) { return PNG_IMAGE_PNG_SIZE_MAX(*image); }
