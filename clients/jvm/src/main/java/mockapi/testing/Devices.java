package mockapi.testing;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mockapi.testing.values.Device;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** Who calls a world, by address and user agent. */
public final class Devices {
    private final ControlPlane plane;

    Devices(ControlPlane plane) {
        this.plane = plane;
    }

    /** {@return the devices that the journal knows, the one that called last first} */
    public @NotNull List<Device> list() {
        return plane.call("listDevices", "GET", "/_mock/devices").list("devices", Device::new);
    }

    /**
     * Gives a device a name in all worlds.
     *
     * @param id the device's id
     * @param name the name; null takes it away
     * @return the device
     */
    public @NotNull Device name(@NotNull String id, @Nullable String name) {
        Map<String, Object> wish = new LinkedHashMap<>();
        wish.put("name", name);
        return plane.call("nameDevice", "PUT", "/_mock/devices/{id}", id).body(wish).value(Device::new);
    }
}
